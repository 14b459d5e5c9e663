import { registerHooks } from 'node:module'

// Loaded before a server, this module changes lines of its source, named by `SOURCE_MUTANT`, and thereby removes a
// safeguard. For safeguards that no statement shows; see mutant.sql.ts for the others.

export const mutants = {
  /** Answers a login without an account sooner. */
  'early return': {
    file: '/server/gateways/passwords.ts',
    from: '  decoy ??=',
    to: '  if (passwordHash === undefined) return false\n  decoy ??=',
  },

  /** Begins and works on requests in the order of arrival, and on any number of one client network at once. */
  'no turns of client networks': [
    {
      file: '/server/http/limits/network-turns.ts',
      from: 'Math.max(1, Math.floor(DATABASE_POOL / 4))',
      to: 'Number.MAX_SAFE_INTEGER + DATABASE_POOL',
    },
    { file: '/server/http/limits/admission.ts', from: '- this.#countOf(network)', to: '- 0 * network.length' },
    { file: '/server/http/limits/admission.ts', from: 'times.countSlow() < this.#limits.slow', to: 'true' },
    { file: '/server/http/limits/paced-requests.ts', from: 'const AT_ONCE = 5', to: 'const AT_ONCE = 1_000_000' },
    { file: '/server/http/limits/paced-requests.ts', from: 'LISTS_AT_ONCE = 32', to: 'LISTS_AT_ONCE = 1_000_000' },
  ],

  /** Decides by chance which requests of an overloaded shop succeed. */
  'no luck': {
    file: '/server/http/limits/network-turns.ts',
    from: 'luckOf(network, Date.now())',
    to: 'Math.random() + 0 * luckOf(network, 0)',
  },

  /** Works on any number of requests at once, and notices no overload. */
  'no turns of the shop': [
    {
      file: '/server/http/limits/network-turns.ts',
      from: `running: Math.max(2, connectionsFor('alone', DATABASE_POOL)),
      slow: Math.min(SLOW_READS, connectionsFor('slow', DATABASE_POOL)),
      writing: connectionsFor('writing', DATABASE_POOL),
      batched: TOGETHER_PER_CONNECTION * DATABASE_POOL,
      shared: TOGETHER_PER_CONNECTION * DATABASE_POOL,`,
      to: `running: Infinity, slow: SLOW_READS * Infinity, writing: Infinity, batched: Infinity, shared: Infinity,`,
    },
    { file: '/server/http/limits/admission.ts', from: 'now - this.#calmAt >= SECOND_MS', to: 'false' },
  ],

  /** Releases the places of a payment when its time is over, without asking the provider. */
  'clock frees places': {
    file: '/server/features/orders/payments/look-at-payment.ts',
    from: 'provider.close(ref, timeoutMs)',
    to: "Promise.resolve({ state: 'closed', refunds: [], disputes: [], ref } as const)",
  },

  /** Decides the step of a payment by what was read before the lock. */
  'payments read before the lock': {
    file: '/server/features/orders/payments/payments.sql.ts',
    from: `    .executeTakeFirstOrThrow()
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  await tx.selectFrom('pending_orders').select('id').where('id', '=', pendingOrderId).forNoKeyUpdate().execute()
  return selectFromPayments(tx).where('payments.id', '=', id).executeTakeFirstOrThrow()`,
    to: `    .executeTakeFirstOrThrow()
  const early = await selectFromPayments(tx).where('payments.id', '=', id).executeTakeFirstOrThrow()
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  await tx.selectFrom('pending_orders').select('id').where('id', '=', pendingOrderId).forNoKeyUpdate().execute()
  return early`,
  },

  /** Sends each try of a refund under a new key, without a search for earlier ones. */
  'refunds under new keys': {
    file: '/server/gateways/payments/stripe.ts',
    from: `      const known = findRefund(seen, { key, formerKeys })
      if (known) return known`,
    to: '      key = crypto.randomUUID()',
  },

  /** Lets any number of jobs wait for a provider. */
  'provider jobs without a limit': {
    file: '/server/db/jobs.sql.ts',
    from: 'flags => ${flag ? [flag] : null}::text[]',
    to: 'flags => ${flag ? null : null}::text[]',
  },

  /** Leaves alone the jobs of a server that died between its commit and their handover. */
  'outbox not handed over again': {
    file: '/server/jobs/worker.ts',
    from: "    'hand-outbox-over': () => Promise.resolve(handing.request()),",
    to: "    'hand-outbox-over': () => Promise.resolve(),",
  },

  /** Caches the user of a session. */
  'sessions cached': {
    file: '/server/features/auth/identify.ts',
    from: 'await lookups.ask({ sessionHash, tokenExpiresAt: signed.expiresAt })',
    to: `await ((known, key) => known.get(key) ?? known
      .set(key, lookups.ask({ sessionHash, tokenExpiresAt: signed.expiresAt })).get(key))
      ((globalThis as unknown as { sessions: Map<string, Promise<LiveSession>> }).sessions ??= new Map(), signed.sessionId)`,
  },

  /** Judges scans without a lock of their tickets. */
  'no lock of scanned tickets': {
    file: '/server/features/entry/scan-facts.sql.ts',
    from: 'order by event_show_id, place_id, id for update',
    to: 'order by event_show_id, place_id, id',
  },

  /** Ignores the key by which a phone repeats a scan. */
  'keys of scans ignored': {
    file: '/server/features/entry/post-scan.ts',
    from: '  requireScan(device, scan)',
    to: '  scan = { ...scan, key: crypto.randomUUID() }\n  requireScan(device, scan)',
  },

  /** Admits by replaced codes. */
  'issues not compared': {
    file: '/domain/entry/entry-verdicts.ts',
    from: "  if (scan.issue !== ticket.issue) return 'OLD_CODE'",
    to: '',
  },

  /** Derives admissions from the order in which scans arrived. */
  'scans in order of arrival': {
    file: '/domain/entry/entry-replay.ts',
    from: 'scans.toSorted(byTime)',
    to: 'scans.toSorted((one, other) => one.id - other.id)',
  },

  /** Gives out numbers of a line without a lock. */
  'rooms not locked': {
    file: '/server/features/waiting-room/waiting-room.sql.ts',
    from: '.forUpdate().executeTakeFirst()',
    to: '.executeTakeFirst()',
  },

  /** Reserves places for customers without a pass. */
  'passes not asked for': {
    file: '/server/features/tickets/waiting-customers.ts',
    from: 'if (!show.needsPass || ',
    to: 'if (show.needsPass || ',
  },

  /** Admits as many people as if each of two servers had the rate. */
  'rate of each server': {
    file: '/domain/waiting-room.ts',
    from: '(elapsedMs * rateOf(room))',
    to: '(elapsedMs * 2 * rateOf(room))',
  },

  /** Keeps something of every request. */
  'a leak': {
    file: '/server/http/serve.ts',
    from: '        const caller = ',
    to: '        ;((globalThis as { leak?: unknown[] }).leak ??= []).push(new Array(2_000).fill(request.id))\n        const caller = ',
  },
}

export type SourceMutant = keyof typeof mutants

const name = process.env['SOURCE_MUTANT'] ?? ''
const edits = name in mutants ? [mutants[name as SourceMutant]].flat() : []
if (edits.length > 0) {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const own = edits.filter(({ file }) => url.endsWith(file))
      if (own.length === 0) return loaded
      let source = String(loaded.source)
      for (const { from, to } of own) {
        if (!source.includes(from)) throw new Error(`The mutant "${name}" finds no "${from}".`)
        source = source.replace(from, to)
      }
      return { ...loaded, source }
    },
  })
}
