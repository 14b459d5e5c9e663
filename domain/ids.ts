declare const kind: unique symbol

/** A positive integer, branded with the kind of record it identifies. */
export type Id<Kind extends string> = number & { readonly [kind]: Kind }

export type ArtistId = Id<'artist'>
export type EntryDeviceId = Id<'entry device'>
export type EntryPairingId = Id<'entry pairing'>
export type EventId = Id<'event'>
export type GateId = Id<'gate'>
export type HoldId = Id<'hold'>
export type ImageId = Id<'image'>
export type InvoiceId = Id<'invoice'>
export type LocationId = Id<'location'>
export type BankMovementId = Id<'bank movement'>
export type BankStatementId = Id<'bank statement'>
export type MerchandisePurchaseId = Id<'merchandise purchase'>
export type NewsId = Id<'news'>
export type OrderId = Id<'order'>
export type PaymentId = Id<'payment'>
export type PendingOrderId = Id<'pending order'>
export type PlaceId = Id<'place'>
export type ProductId = Id<'product'>
/** Names a session to its user. The secret id of a session is in its token alone. */
export type PublicSessionId = Id<'session'>
export type RefundFileId = Id<'refund file'>
export type RefundId = Id<'refund'>
export type ScanId = Id<'scan'>
export type SeatingPlanId = Id<'seating plan'>
export type SectorId = Id<'sector'>
export type ShowId = Id<'show'>
export type TicketId = Id<'ticket'>
export type UserId = Id<'user'>
