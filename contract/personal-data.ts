import * as z from 'zod/mini'
import { PAYMENT_STATES } from '#domain/payments/payments.ts'
import { ENTRY_VERDICTS, SCAN_DIRECTIONS } from '#domain/entry/entry.ts'
import { POINTS_REASONS } from '#domain/points.ts'
import { TRANSFER_STATES } from '#domain/tickets/ticket-transfers.ts'
import { endpoint } from './endpoint.ts'
import { amount, imageName, momentOut, nothing } from './fields.ts'
import { newsId, productId, showId, ticketId } from './ids.ts'
import { invoice } from './invoices.ts'
import { viewedTicket } from './tickets.ts'
import { userDetail } from './users.ts'

/** A place in the line of a coming show. The number is null before the draw. */
export const placeInLine = z.object({
  eventShowId: showId,
  number: z.nullable(z.number()),
  admittedAt: z.nullable(momentOut),
})

export const personalData = z.object({
  exportedAt: momentOut,
  user: z.extend(z.omit(userDetail, { deletionNeedsPassword: true }), {
    registeredAt: momentOut,
    lastLoginAt: momentOut,
    secondFactorSince: z.nullable(momentOut),
  }),
  sessions: z.array(
    z.object({ createdAt: momentOut, lastUsedAt: momentOut, expiresAt: momentOut, device: z.string() }),
  ),
  /** Reserved and bought tickets. Refunded ones are on the invoices. */
  tickets: z.array(viewedTicket),
  /**
   * Tickets that you have offered to somebody (`isGiven`), or received. The address is empty after the show, and for a
   * received ticket that was offered to another address than yours.
   */
  ticketTransfers: z.array(
    z.object({
      ticketId,
      isGiven: z.boolean(),
      toEmail: z.string(),
      state: z.enum(TRANSFER_STATES),
      offeredAt: momentOut,
      endedAt: z.nullable(momentOut),
    }),
  ),
  /** Scans at the entrance of tickets that you can use, by their present codes. */
  scans: z.array(
    z.object({
      ticketId,
      scannedAt: momentOut,
      direction: z.enum(SCAN_DIRECTIONS),
      verdict: z.enum(ENTRY_VERDICTS),
    }),
  ),
  waitingPlaces: z.array(placeInLine),
  /** Merchandise in the cart. Reservations are among the tickets. */
  cart: z.array(z.object({ product: z.string(), quantity: z.number(), usePoints: z.boolean() })),
  invoices: z.array(invoice),
  /** Payments by a provider. Name and address are kept for orders that were not paid, for 90 days. */
  payments: z.array(
    z.object({
      startedAt: momentOut,
      state: z.enum(PAYMENT_STATES),
      /** Cents. */
      amount,
      /** The money that was taken, in cents. Null if none was. */
      taken: z.nullable(amount),
      provider: z.string(),
      paidBy: z.nullable(z.string()),
      firstName: z.string(),
      lastName: z.string(),
      address: z.string(),
    }),
  ),
  points: z.array(z.object({ points: z.number(), reason: z.enum(POINTS_REASONS), countsFrom: momentOut })),
  uploadedImages: z.array(z.object({ name: imageName, createdAt: momentOut })),
  createdProducts: z.array(z.object({ id: productId, name: z.string(), description: z.string() })),
  readNews: z.array(newsId),
})
export type PersonalData = z.input<typeof personalData>

export const exportPersonalData = endpoint({
  method: 'GET',
  path: '/users/personal-data',
  summary: 'Get everything that the shop stores about you, in one document.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: nothing,
  body: nothing,
  reply: personalData,
  status: 200,
  problems: [],
})
