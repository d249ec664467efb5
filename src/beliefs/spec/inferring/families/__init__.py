"""What whole services are about, each by a rule of its own: mail, queues, votes, places in line."""
