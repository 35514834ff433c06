import { type ApprovalQuestion, COMPARED, type InventoryItem } from '../../protocol/inventory.ts';

/** The question before something of a project may run: exactly what runs, and what differs from before. */
export function approvalQuestion(
  item: Pick<InventoryItem, 'kind' | 'name' | 'origin'> & { readonly approval: ApprovalQuestion },
): { readonly message: string; readonly detail: string } {
  const { content, changes, notes = [] } = item.approval;
  const what = item.kind === 'mcp' ? 'the MCP server' : 'the hook';
  const parts =
    changes.length === 0
      ? ['It runs on this machine, exactly this:', content]
      : ['It changed since you approved it:', changes.join('\n'), 'As a whole it runs this now:', content];
  parts.push(...notes, `Its lines are ${COMPARED}`);
  return { message: `Let ${what} ${item.name} run?`, detail: [...parts, item.origin.path].join('\n\n') };
}
