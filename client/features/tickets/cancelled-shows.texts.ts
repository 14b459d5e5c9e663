/** Texts about cancelled shows on the customer's ticket page. */
export const texts = {
  cancelledShows: 'Cancelled shows',
  cancelled: (show: string) => `Cancelled: ${show}`,
  refundComing: 'Your tickets will be refunded within minutes.',
  nothingPaid: 'Your reservation has ended. You paid nothing for it.',
  refunded: (amount: string, number: string) => `${amount} refunded, invoice ${number}`,
}
