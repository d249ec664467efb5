"""From a contract to a Spec: what is kept, who asks, what must hold, what routes do and answer."""
