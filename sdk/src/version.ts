// The package's version, as sent with every event; a test holds it to package.json.

export const VERSION = '1.0.0';
