// Plugins by name. Current browsers show a fixed list of PDF viewers, or none; automation often forgets them.

export function plugins() {
  const names = Array.from(navigator.plugins ?? [], (plugin) => plugin.name);
  return { plugins: names.slice(0, 50), plugins_count: names.length };
}
