"""Pictures and tables for people. Only imported when something is drawn."""
