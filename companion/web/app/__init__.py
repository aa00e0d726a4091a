"""The application itself: configuration, texts, errors, and what every view needs."""
