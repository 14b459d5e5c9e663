import type { ScanResult, StoredScan } from '#contract/entry.ts'
import type { ShowId, TicketId } from '#domain/ids.ts'
import { readTicketCode } from '#domain/entry/ticket-code.ts'
import { ShowFeed } from './show-feed.ts'
import type { OwnJudgement, TicketList } from './ticket-list.ts'

/** A scan that let its person in or out. */
type Passage = Pick<StoredScan, 'showId' | 'code' | 'direction' | 'scannedAt'>
type Answer = Pick<ScanResult, 'verdict' | 'reason' | 'ticketId'>

type Options = Omit<ConstructorParameters<typeof ShowFeed>[0], 'onList'> & {
  readonly onList: (list: TicketList) => void
  /** Lists the passages at a show that the server does not know yet. */
  readonly unsentAt: (showId: ShowId) => readonly Passage[]
}

/** The show at whose door the phone stands: its list, kept up to date, with the passages that this phone has noted. */
export class OpenShow {
  readonly #options: Options
  readonly #feed: ShowFeed
  #list: TicketList | undefined

  constructor(options: Options) {
    this.#options = options
    this.#feed = new ShowFeed({ ...options, onList: (list, isNew) => this.#use(list, isNew) })
  }

  /** Reads the stored list, then begins to fetch the current one and to follow its changes. */
  open(): Promise<void> {
    return this.#feed.open()
  }

  close(): void {
    this.#feed.close()
  }

  /** Judges a scan by the list. Undefined without one. */
  async judge(scan: Parameters<TicketList['judge']>[0]): Promise<OwnJudgement | undefined> {
    return this.#list?.judge(scan)
  }

  /**
   * Notes that a person went in or out, also for a list that is being fetched, which may have been read before. Ignores
   * scans of other shows. `answered`: the ticket that the server named, for codes to type.
   */
  note({ showId, code, direction, scannedAt }: Passage, answered?: TicketId | null): void {
    const { ticketId, issue } = readTicketCode(code)?.code ?? { ticketId: answered, issue: undefined }
    if (ticketId === undefined || ticketId === null || showId !== this.#options.showId) return
    const changes = this.#list?.notePassage({ id: ticketId, issue }, direction, new Date(scannedAt))
    if (changes) this.#feed.save(changes)
  }

  /** Notes what the server said of a scan: that its person passed, or why not. */
  noteAnswer(scan: Passage, { verdict, reason, ticketId }: Answer): void {
    if (verdict !== 'REFUSED') return this.note(scan, ticketId as TicketId | null)
    const { ticketId: id, issue } = readTicketCode(scan.code)?.code ?? {}
    if (id === undefined || issue === undefined || id !== ticketId || reason === null) return
    this.#feed.save(this.#list?.noteRefusal({ id, issue }, reason) ?? [])
  }

  #use(list: TicketList, isNew: boolean): void {
    this.#list = list
    this.#options.onList(list)
    if (!isNew) return
    for (const scan of this.#options.unsentAt(list.show.id)) this.note(scan)
  }
}
