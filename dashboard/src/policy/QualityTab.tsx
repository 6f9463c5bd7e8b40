export function QualityTab() { return null; }
