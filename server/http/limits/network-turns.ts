import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '#server/context.ts'
import { connectionsFor, LONGEST_WAIT_MS } from '#server/db/connection-shares.ts'
import type { Limits } from '#server/concurrency/semaphore.ts'
import { workOnRequest } from '#server/concurrency/without-connection.ts'
import { Admission, type AdmissionLimits, type Work } from './admission.ts'
import { clientNetworkOf } from '../client-network.ts'
import { luckWith } from './luck.ts'
import { Turns } from './turns.ts'

/**
 * More than a crowd behind one address sends at once. Refused clients come back, so refusing costs more than waiting.
 */
const WAITING = 500

/** Most requests that write lock the row of their account or device, so more would only wait for each other. */
const CALLER_WRITES = 2

/**
 * Requests in batches, and as many that share reads, for each database connection: enough that the next batch fills
 * while one is written.
 */
const TOGETHER_PER_CONNECTION = 5

/**
 * Adds `inTurn` to a server. Leaves most of the database connections to other client networks, and some to requests
 * that read: those that write may wait for a standby of the database until it is back. Works on no more requests at
 * once than find a connection soon. In an overload, works on those of the luckiest networks, so that whole purchases
 * succeed, and refuses the others at once.
 */
export function takeTurns(app: FastifyInstance, { settings, tokens }: Pick<AppContext, 'settings' | 'tokens'>): void {
  const { DATABASE_POOL } = settings
  const running = Math.max(1, Math.floor(DATABASE_POOL / 4))
  const luckOf = luckWith(tokens)
  const turns = new NetworkTurns(
    { running, waiting: WAITING, waitMs: LONGEST_WAIT_MS },
    {
      // With few connections, too, a slow read leaves a place to another request.
      running: Math.max(2, connectionsFor('alone', DATABASE_POOL)),
      slow: Math.min(SLOW_READS, connectionsFor('slow', DATABASE_POOL)),
      writing: connectionsFor('writing', DATABASE_POOL),
      batched: TOGETHER_PER_CONNECTION * DATABASE_POOL,
      shared: TOGETHER_PER_CONNECTION * DATABASE_POOL,
      waiting: 2 * WAITING,
      waitMs: LONGEST_WAIT_MS,
    },
    (network) => luckOf(network, Date.now()),
  )
  app.decorate('inTurn', (...turn: Parameters<NetworkTurns['take']>) => turns.take(...turn))
  app.decorate('isHopeless', (network: string) => turns.isHopeless(network))
  app.decorate('takeRefusals', () => turns.takeRefusals())
}

/** Reads of networks with slow ones at once: some processors of the database stay free for others. */
const SLOW_READS = 4

type DoApart = <Result>(other: () => Promise<Result>) => Promise<Result>

/** Changes the turn of a request. */
export type Turn = {
  /** Gives the turn back during work that waits for something else than the database, then takes another. */
  outside: DoApart
  /** Takes a turn to read or write on a database connection of its own instead, and does the work. */
  onOwnConnection: DoApart
  /**
   * Notes the account or device that sent the request. One that writes on a database connection of its own waits until
   * only few others of this caller do.
   */
  ofCaller: (caller: string) => Promise<void>
}

/**
 * Shares the server among client networks: works on a limited number of requests of each at once, in the order of
 * arrival, so that the requests of one network never queue behind those of another. Limits the requests of all networks
 * together as well, and those that write for one account or device: while they wait for each other's locks, they take
 * no room from others.
 */
export class NetworkTurns {
  readonly #networks: Turns
  readonly #callers = new Turns({ running: CALLER_WRITES, waitMs: LONGEST_WAIT_MS })
  readonly #shop: Admission
  readonly #luckOf: (network: string) => number

  constructor(ofNetwork: Limits, ofShop: AdmissionLimits, luckOf: (network: string) => number) {
    this.#networks = new Turns(ofNetwork)
    this.#shop = new Admission(ofShop)
    this.#luckOf = luckOf
  }

  /** Number of client networks with requests. */
  get size(): number {
    return this.#networks.size
  }

  /**
   * Returns the number of requests that were refused since the last call because the server was overloaded. Those that
   * a network sent beyond its own share say nothing about the server.
   */
  takeRefusals(): number {
    return this.#shop.takeRefusals()
  }

  /** Tells whether to refuse a request that reads of a client network at once. */
  isHopeless(network: string): boolean {
    return this.#shop.isHopeless(network, () => this.#luckOf(network))
  }

  /**
   * Does the work of a request when it is its turn. Throws `busy` if too many requests wait, if the turn does not come
   * in time, or if the client leaves while waiting. Requests that the server sends to itself take no turn: they belong
   * to one that has.
   */
  async take<Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (turn: Turn) => Promise<Result>,
    kind: Work = isReading(request) ? 'reading' : 'writing',
  ): Promise<Result> {
    const turn: Turn = {
      outside: (other) => other(),
      onOwnConnection: (other) => other(),
      ofCaller: () => Promise.resolve(),
    }
    if (!(request.raw.socket instanceof Socket)) return work(turn)
    const network = clientNetworkOf(request.ip)
    let caller: string | undefined
    let endTurn: (() => void) | undefined
    let endOfCaller: (() => void) | undefined
    let leave: (() => void) | undefined
    let present = kind
    /** Whether the request is over: work that it has left behind must not take a turn that nothing gives back. */
    let isOver = false
    /** Waits for admission to the shop, where requests that write come first, because most continue a purchase. */
    const enter = async (as: Work) => {
      present = as
      try {
        leave = await this.#shop.enter({ reply, network, work: as, luck: () => this.#luckOf(network) })
      } finally {
        if (isOver) giveBack()
      }
    }
    const startOfCaller = async (name: string) => {
      endOfCaller = await this.#callers.start(name, reply)
    }
    const start = async (as: Work) => {
      endTurn = await this.#networks.start(network, reply)
      if (isOver) return giveBack()
      if (caller !== undefined && as === 'writing') await startOfCaller(caller)
      await enter(as)
    }
    const giveBack = () => {
      leaveShop()
      endOfCaller?.()
      endTurn?.()
      endOfCaller = undefined
      endTurn = undefined
    }
    turn.outside = async (other) => {
      giveBack()
      const result = await other()
      await start(kind)
      return result
    }
    turn.onOwnConnection = async (other) => {
      giveBack()
      await start(isReading(request) ? 'reading' : 'writing')
      return other()
    }
    const leaveShop = () => {
      leave?.()
      leave = undefined
    }
    const withoutConnection: DoApart = async (other) => {
      if (!leave) return other()
      leaveShop()
      try {
        return await other()
      } finally {
        if (!isOver) await enter(present)
      }
    }
    turn.ofCaller = async (name) => {
      caller = name
      if (kind !== 'writing') return
      const waits = this.#callers.isFull(name)
      // Others take the room meanwhile. A request that is refused needs it no more.
      if (waits) leaveShop()
      await startOfCaller(name)
      if (waits) await enter(present)
    }
    try {
      await start(kind)
      return await workOnRequest({ network, withoutConnection }, () => work(turn))
    } finally {
      isOver = true
      // Requests that never wait would otherwise take turns without a pause, before the server reads other connections.
      setImmediate(giveBack)
    }
  }
}

function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}
