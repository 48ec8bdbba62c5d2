/**
 * What redaction lets through: an allow list, so that what a later dsh adds is redacted until it
 * is listed here. Numbers, `true`, `false` and `null` always stay. Taken from FORMAT and from public logs.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

/** Keys that stay, wherever they stand. Any other key may be content, as in a tool's arguments. */
export const KEPT_KEYS: ReadonlySet<string> = words(`
  type seq time data sourceEventSeqs surfaceOp ignorable
  version id createdAt cwd parentSession seedLength isSeeded origin delegationDepth agentPreset
  sandboxMode approvalPolicy timestamp
  turn step chunk index text argumentsDelta name blockType block usage reason
  seq0 time0 dt texts args stream
  message role content source kind model provider interrupted inherited reasoning arguments
  callId toolCallId parentCallId subCallId rootCallId isError result output input error code
  inputTokens outputTokens totalTokens cacheReadTokens cacheWriteTokens reasoningTokens
  op start end startSeq endSeq header config tools system title messageSeqs trigger provenance
  plugin target inserted removedCount form sections meta mode decision durationMs exitCode rpcId policy
  description parameters properties required items enum
  attempt maxRetries delayMs retry summary messages goal goalId round rounds status todos path command
  reasoningEffort contextWindow maxTokens stopReason failure detail
  baselineIdentity compactionId runId childId sessionId agentId messageId taskId commandId
`);

/** Keys whose strings are names of things: the same name gets the same filler, so references still match. */
export const NAME_KEYS: ReadonlySet<string> = words(`
  id ids type name model provider parentSession agentPreset plugin toolName tool modelId agentModel
  agentProvider baselineIdentity
`);

/** Whether strings under a key are names. */
export const isNameKey = (key: string): boolean => NAME_KEYS.has(key) || /[a-z]Ids?$/.test(key);

const KINDS = words(`
  user model message tool-calls completed stop fallback tool plugin goal aborted success error
  interrupted rejected max-tokens system-prompt schedule running coordinator provider cancelled length
`);

/** Keys whose strings are words of the format, and which words stay. */
export const KEPT_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'type',
    words(`
      session text reasoning tool-call tool-result image chunk usage finish block-start block-end
      text-delta reasoning-delta tool-call-delta text-chunks reasoning-chunks tool-call-chunks
      chunkrow/text-chunks chunkrow/reasoning-chunks chunkrow/tool-call-chunks
      object string number boolean array
    `),
  ],
  ['blockType', words('text reasoning tool-call')],
  ['role', words('user assistant system tool developer')],
  ['kind', KINDS],
  ['reason', KINDS],
  ['surfaceOp', words('append')],
  ['op', words('replace append')],
  ['origin', words('subagent')],
  ['status', words('pending in_progress completed')],
  ['decision', words('block pass ask allow deny')],
  ['mode', words('read-only workspace-write danger-full-access default normal plan one-shot')],
]);

/** Longest event type that stays. */
const MAX_TYPE_CHARS = 64;

/** Whether a string is an event type, such as `assistant/message`: unknown ones stay too, as families. */
export const isEventType = (text: string): boolean =>
  text.length <= MAX_TYPE_CHARS && /^[a-z][a-z0-9-]*(?:\/[a-z][a-z0-9-]*)+$/.test(text);
