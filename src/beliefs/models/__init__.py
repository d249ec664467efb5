"""Language models: who answers, how it is asked, and what it may cost."""
