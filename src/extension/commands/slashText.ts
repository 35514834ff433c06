import type { InventoryItem } from '../../protocol/inventory.ts';

/** What the person would have typed. A skill is named as a skill: its plain name may mean something else. */
export function slashText(item: Pick<InventoryItem, 'kind' | 'name'>, behind: string): string {
  const name = item.kind === 'skill' ? `/skill:${item.name}` : `/${item.name}`;
  return behind.trim() === '' ? name : `${name} ${behind.trim()}`;
}
