/** Guards of ownership. */
export const ownership = [
  {
    name: 'a reservation is cancelled by its owner',
    file: 'server/features/tickets/cancel-reservation.ts',
    code: "    if (ticket.userId !== userId) throw problem('not_found', { what: 'ticket' })\n",
    without: '',
    tests: 'server/http/ownership.test.ts',
  },
  {
    name: 'a ticket is refunded by its owner',
    file: 'server/features/tickets/refund-ticket.ts',
    code: 'if (ticket?.userId !== userId) throw',
    without: 'if (!ticket) throw',
    tests: 'server/http/ownership.test.ts',
  },
  {
    name: 'an order takes only own tickets',
    file: 'server/features/orders/items-to-buy.ts',
    code: "  if (tickets.some((ticket) => ticket.userId !== userId)) throw problem('not_found', { what: 'ticket' })\n",
    without: '',
    tests: 'server/http/ownership.test.ts',
  },
  {
    name: 'an invoice is read by its owner',
    file: 'server/features/invoices/invoices.sql.ts',
    code: "const own = selectFromInvoices(db).where('invoices.user_id', '=', userId)",
    without: 'const own = selectFromInvoices(db)',
    tests: 'server/http/ownership.test.ts',
  },
  {
    name: 'a cart line is changed by its owner',
    file: 'server/features/cart/cart.sql.ts',
    code: "    .where('id', '=', line.id)\n    .where('user_id', '=', line.userId)\n",
    without: "    .where('id', '=', line.id)\n",
    tests: 'server/http/ownership.test.ts',
  },
  {
    name: 'a pending product is hidden in the cart',
    file: 'server/features/cart/add-to-cart.ts',
    code: "    if (!(await selectIsVisible(tx, userId, productId))) throw problem('not_found', { what: 'product' })\n",
    without: '',
    tests: 'server/http/ownership.test.ts',
  },
  {
    name: 'a product shows a picture of its author',
    file: 'server/features/merchandise/create-product.ts',
    code: 'if (!image || (!isAdmin && image.uploadedBy !== userId)) throw',
    without: 'if (!image) throw',
    tests: 'server/features/merchandise/merchandise.test.ts',
  },
  {
    name: 'an image is deleted by its uploader',
    file: 'server/features/images/delete-image.ts',
    code: "caller.isAdmin ? 'anybody' : caller.userId",
    without: "'anybody'",
    tests: 'server/http/ownership.test.ts',
  },
]
