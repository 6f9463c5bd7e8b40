// The platform and vendor names: old, stable, and rarely spoofed together with the user agent.

export function platform() {
  return { platform: navigator.platform || undefined, vendor: navigator.vendor || undefined };
}
