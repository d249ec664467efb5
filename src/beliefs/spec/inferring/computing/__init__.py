"""What routes work out of what they are brought: values that words name, as pure expressions."""
