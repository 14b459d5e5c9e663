import type { Schema } from '../schema.ts'

/** Rights on a table besides reading it: on all columns, or on these. */
type TableRights<Column> = {
  insert?: 'all' | readonly Column[]
  update?: 'all' | readonly Column[]
  delete?: true
}

/** The right to lock rows: an identity column accepts no value but its next default. */
const LOCK = ['id'] as const

/**
 * The rights of the application role, complete by type: a new table must be decided here. The books only grow: invoices
 * and their lines, orders, points, the log of changes. A trigger with the rights of the owner numbers invoices. Rows
 * that vanish with others by a foreign key need no right. A right that is no longer used stays for one more version,
 * because servers of the former version may still run while a new one starts. A change of the rights comes with a
 * migration: a server of the former version that starts again leaves the rights of a newer database as they are.
 */
const tables: { readonly [Table in keyof Schema]: TableRights<keyof Schema[Table]> } = {
  settings: { insert: 'all', update: ['value'] },
  users: { insert: 'all', update: 'all' },
  sessions: { insert: 'all', update: ['last_used_at'], delete: true },
  password_resets: { insert: 'all', update: ['used_at', 'request_hash'], delete: true },
  second_factors: { insert: 'all', update: ['sealed_secret', 'last_step', 'created_at'], delete: true },
  recovery_codes: { insert: 'all', delete: true },
  email_verifications: { insert: 'all', update: ['code_attempts'], delete: true },
  images: { insert: 'all', update: LOCK, delete: true },
  image_variants: { insert: 'all' },
  locations: { insert: 'all', update: 'all', delete: true },
  seating_plans: {
    insert: 'all',
    update: [...LOCK, 'name', 'version', 'location_id', 'retired_at', 'edit_version'],
    delete: true,
  },
  sectors: { insert: 'all' },
  places: { insert: 'all' },
  artists: { insert: 'all', update: 'all', delete: true },
  events: { insert: 'all', update: 'all', delete: true },
  event_shows: { insert: 'all', update: 'all', delete: true },
  news: { insert: 'all', update: 'all', delete: true },
  news_reads: { insert: 'all', delete: true },
  outbox: { insert: 'all', delete: true },
  invoice_counters: {},
  invoices: {
    insert: [
      'id',
      'invoice_type',
      'user_id',
      'issued_at',
      'delivery_at',
      'payment_type',
      'customer_first_name',
      'customer_last_name',
      'customer_address',
      'seller',
      'total',
      'cancels_invoice_id',
      'paid_by',
    ],
  },
  invoice_items: { insert: 'all' },
  orders: { insert: 'all' },
  holds: { insert: 'all', update: ['reason', 'held_until', 'version'], delete: true },
  tickets: {
    insert: 'all',
    update: [
      'id',
      'place_id',
      'place_type',
      'user_id',
      'hold_id',
      'state',
      'price',
      'reserved_at',
      'reserved_until',
      'bought_at',
      'invoice_id',
      'refund_invoice_id',
      'refundable_until',
      'client_network',
      'pending_order_id',
      'issue',
      'holder_id',
      'missing_points',
    ],
    delete: true,
  },
  pending_orders: {
    insert: 'all',
    update: [
      ...LOCK,
      'state',
      'points_kept',
      'ended_at',
      'invoice_id',
      'customer_first_name',
      'customer_last_name',
      'customer_address',
      'client_network',
    ],
  },
  pending_order_items: { insert: 'all' },
  payments: {
    insert: 'all',
    update: [
      'key',
      'state',
      'provider_ref',
      'redirect_url',
      'paid_by',
      'taken',
      'pay_until',
      'due_at',
      'instructions',
      'reminded_at',
      'taken_at',
      'next_look_at',
      'looks',
      'asked_at',
      'doubt',
      'last_look',
    ],
  },
  payment_steps: { insert: 'all' },
  refunds: {
    insert: 'all',
    update: [
      'amount',
      'key',
      'former_keys',
      'state',
      'provider_ref',
      'failure',
      'next_look_at',
      'tries',
      'refund_file_id',
    ],
    delete: true,
  },
  refund_files: { insert: 'all', update: ['content', 'withdrawn_at'] },
  withdrawn_transfers: { insert: 'all' },
  bank_statements: { insert: 'all' },
  bank_movements: { insert: 'all', update: ['payment_id', 'finding', 'state', 'open_amount', 'note'] },
  disputes: { insert: 'all', update: ['state', 'amount', 'ended_at', 'cancel_invoice_id'] },
  event_looks: { insert: 'all', update: ['looked_until'] },
  provider_events: { insert: 'all', update: ['done_at'], delete: true },
  standing_occupancies: { insert: 'all', update: ['occupied'], delete: true },
  waiting_rooms: { insert: 'all', update: 'all' },
  waiting_places: { insert: 'all', update: 'all', delete: true },
  show_reminders: { insert: 'all', delete: true },
  merchandise_products: { insert: 'all', update: 'all' },
  merchandise_purchases: { insert: 'all', update: ['quantity'], delete: true },
  merchandise_sales: { insert: 'all', update: ['quantity'] },
  points_entries: { insert: 'all' },
  attempts: { insert: 'all', update: ['empty_at'], delete: true },
  idempotency_keys: { insert: 'all', update: ['answer', 'created_at'], delete: true },
  change_log: { insert: 'all' },
  ticket_transfers: { insert: 'all', update: ['ticket_id', 'token_hash', 'state', 'to_user', 'to_email', 'ended_at'] },
  ticket_keys: { insert: 'all', update: ['revoked_at', 'renewed_holder_id', 'renewed_at'] },
  gates: { insert: 'all', update: ['name', 'version'], delete: true },
  gate_sectors: { insert: 'all', delete: true },
  entry_devices: { insert: 'all', update: ['revoked_at', 'last_seen_at', 'clock_offset_ms'] },
  entry_pairings: { insert: 'all', delete: true },
  scans: { insert: 'all' },
  admissions: { insert: 'all', update: ['scan_id', 'gate_id', 'admitted_at', 'left_at', 'is_double'], delete: true },
  summed_sales: { insert: 'all', delete: true },
  summed_points: { insert: 'all', delete: true },
  summed_until: { insert: 'all', update: ['day'], delete: true },
}

const READ_ONLY = ['migrations', 'audit_violations', 'abandoned_images']

/**
 * Sequences of columns that are no identity columns, which need no right, and those that statements read by name.
 */
const SEQUENCES = [
  'gates_id_seq',
  'sessions_public_id',
  'invoices_id_seq',
  'tickets_id_seq',
  'merchandise_purchases_id_seq',
  'payment_look_numbers',
]

/** The tables that the job worker writes, and those that it reads. */
const QUEUE = ['_private_jobs', '_private_job_queues', '_private_tasks', '_private_known_crontabs']
const QUEUE_READ_ONLY = ['jobs', 'migrations']

/**
 * Lists the rights of the application role in the words of GRANT, one privilege on one object each: `select on table
 * public.orders`.
 */
export function listApplicationRights(): string[] {
  return [
    ...Object.entries(tables).flatMap(([table, rights]) => rightsOn(table, rights)),
    ...READ_ONLY.map((relation) => `select on table public.${relation}`),
    ...SEQUENCES.map((sequence) => `usage on sequence public.${sequence}`),
    'usage on schema graphile_worker',
    ...QUEUE.flatMap((table) =>
      ['select', 'insert', 'update', 'delete'].map((privilege) => `${privilege} on table graphile_worker.${table}`),
    ),
    ...QUEUE_READ_ONLY.map((relation) => `select on table graphile_worker.${relation}`),
  ]
}

function rightsOn(table: string, rights: TableRights<string>): string[] {
  const object = `on table public.${table}`
  const limited = (privilege: 'insert' | 'update') => {
    const columns = rights[privilege] ?? []
    if (columns === 'all') return [`${privilege} ${object}`]
    return columns.map((column) => `${privilege} (${column}) ${object}`)
  }
  return [
    `select ${object}`,
    ...limited('insert'),
    ...limited('update'),
    ...(rights.delete ? [`delete ${object}`] : []),
  ]
}
