import type { Interval, Seq } from '../types.ts';

/** What became of an input. */
export type Verdict = 'accepted' | 'buffered' | 'dropped' | 'refused';

const range = ({ fromSeq, toSeq }: Interval): string =>
  toSeq - fromSeq === 1 ? `seq ${fromSeq}` : `[${fromSeq}, ${toSeq})`;

const notice =
  <Args extends readonly unknown[]>(verdict: Verdict, message: (...args: Args) => string) =>
  (...args: Args) => ({ verdict, message: message(...args) });

/**
 * Every notice, by its code. Dropped is what is of no use any more, as happens on a sound
 * connection; refused is what breaks the protocol.
 */
const NOTICES = {
  'tail-installed': notice('accepted', (page: Interval) => `the window is now ${range(page)}`),
  'older-prepended': notice(
    'accepted',
    (page: Interval) => `older page ${range(page)} now begins the window`,
  ),
  'live-appended': notice('accepted', (live: Interval) => `${range(live)} now ends the window`),
  'live-buffered': notice(
    'buffered',
    (live: Interval, end: Seq | undefined) =>
      `${range(live)} waits for a tail page: ${end === undefined ? 'no window yet' : `the window ends at ${end}`}`,
  ),
  'live-replay': notice(
    'dropped',
    (live: Interval, end: Seq) => `${range(live)} is a replay: the window ends at ${end}`,
  ),
  'live-overflow': notice(
    'dropped',
    (live: Interval, max: number) =>
      `${range(live)}: ${max} live records wait already; a further tail page will bring it`,
  ),
  'live-unconfirmed': notice(
    'dropped',
    (count: number, end: Seq) =>
      `live records beyond ${end}: ${count} given up; asked again and again, the host's log ended there`,
  ),
  'live-cut': notice(
    'refused',
    (live: Interval, end: Seq) =>
      `row ${range(live)} lies across the end of the window, ${end}: rows are not cut; a tail page will bring the rest`,
  ),
  'live-malformed': notice(
    'refused',
    () => 'a live record must be an event with a seq or a row with members',
  ),
  'page-superseded': notice(
    'dropped',
    (request: number, pending: number | undefined) =>
      `answer to request ${request}: ${pending === undefined ? 'no answer is' : `that to request ${pending} is`} waited for`,
  ),
  'fetch-failed': notice(
    'dropped',
    (request: number, reason: string) => `request ${request} failed: ${reason}`,
  ),
  'tail-broken': notice(
    'refused',
    (fault: string) => `tail page: ${fault}; no tail page is asked for until the client reconnects`,
  ),
  'tail-stale': notice(
    'refused',
    (page: Interval, expectTo: Seq) =>
      `tail page ${range(page)}: expected it to reach ${expectTo}, found toSeq ${page.toSeq}; asking again`,
  ),
  'older-broken': notice('refused', (fault: string) => `older page: ${fault}; paging stops`),
  'older-apart': notice(
    'refused',
    (page: Interval, fromSeq: Seq) =>
      `older page ${range(page)}: expected toSeq ${fromSeq}, where the window begins, found ${page.toSeq}: ${page.toSeq > fromSeq ? 'they overlap' : 'they do not meet'}; paging stops`,
  ),
  'older-empty': notice(
    'refused',
    (fromSeq: Seq) => `older page before ${fromSeq} is empty, yet says there is more; paging stops`,
  ),
  'older-unready': notice('dropped', () => 'older page: no tail page has been installed yet'),
  'older-busy': notice(
    'dropped',
    (request: number) => `older page: the answer to request ${request} is waited for`,
  ),
  'older-complete': notice('dropped', () => 'older page: the window holds the start of the log'),
  'older-stopped': notice('dropped', (reason: string) => `older page: paging stopped: ${reason}`),
} as const;

export type NoticeCode = keyof typeof NOTICES;

/** What became of an input, and why. */
export interface Notice {
  readonly kind: 'notice';
  readonly code: NoticeCode;
  readonly verdict: Verdict;
  /** For people: what, where, what was expected and what was found. */
  readonly message: string;
}

/** A notice by its code, with what its message speaks of. */
export function noticeOf<Code extends NoticeCode>(
  code: Code,
  ...args: Parameters<(typeof NOTICES)[Code]>
): Notice {
  // The table pairs each code with its arguments; TypeScript cannot follow that through a union.
  const make = NOTICES[code] as (...args: unknown[]) => Pick<Notice, 'verdict' | 'message'>;
  return { kind: 'notice', code, ...make(...args) };
}
