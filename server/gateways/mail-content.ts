/** The content of a mail. */
export type MailContent = {
  subject: string
  paragraphs: readonly string[]
  /** Shown between the paragraphs and the link. */
  cards?: readonly MailCard[]
  link?: { label: string; url: string }
  /** An iCalendar file to attach. */
  calendar?: string | undefined
  /** A PDF file of tickets to attach. `name` has no ending. */
  tickets?: { name: string; file: Uint8Array }
  /** Passes of Apple Wallet to attach. Names have no ending. */
  passes?: readonly { name: string; file: Uint8Array }[]
  /** Small print below the link. */
  hint?: string
  /** For mails that the receiver can do without: a page, and an address for one-click unsubscribing (RFC 8058). */
  unsubscribe?: { label: string; url: string; oneClickUrl: string }
}

/** A framed part of a mail: a show with its seats, the merchandise, or the total. */
export type MailCard = {
  title: string
  /** Lines below the title, such as date and venue. */
  facts?: readonly string[]
  items?: readonly MailItem[]
}

/** A line with an amount at its end, empty without one. */
export type MailItem = { name: string; amount: string }
