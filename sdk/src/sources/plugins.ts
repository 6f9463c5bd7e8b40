// Plugin names. Current browsers report a fixed list of PDF viewers, or none; automated browsers often lack them.

export function plugins() {
  const names = Array.from(navigator.plugins ?? [], (plugin) => plugin.name);
  return { plugins: names.slice(0, 50), plugins_count: names.length };
}
