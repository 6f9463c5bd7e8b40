// The platform and vendor words; they are old, stable and rarely forged together with the user agent.

export function platform() {
  return { platform: navigator.platform || undefined, vendor: navigator.vendor || undefined };
}
