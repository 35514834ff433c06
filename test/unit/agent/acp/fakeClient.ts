import type { AgentContext } from '@agentclientprotocol/sdk/unstable';

export interface FakeCall {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** A client whose answers a test gives; remembers what it was asked. */
export function fakeClient(answer: (call: FakeCall) => unknown) {
  const calls: FakeCall[] = [];
  const client = {
    request: async (method: string, params: Record<string, unknown>) => {
      calls.push({ method, params });
      return answer({ method, params });
    },
  };
  return { client: client as unknown as AgentContext, calls };
}
