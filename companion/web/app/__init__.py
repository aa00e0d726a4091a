"""The application itself: configuration, guards, texts, errors, and what every view needs."""
