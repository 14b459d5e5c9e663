/** Texts about new codes and about giving a ticket to another person. */
export const texts = {
  title: 'Give away or protect',
  give: 'Give to Another Person',
  explanation:
    'The other person gets a link by email and accepts the ticket with their own account. Until then it stays yours. ' +
    'You keep the invoice and the points. To return the ticket for your money, ask for it back first.',
  email: 'Email address of the other person',
  send: 'Send Offer',
  sent: (email: string) => `The offer is on its way to ${email}.`,
  cancel: 'Cancel',
  offered: (email: string) => `Offered to ${email}. The ticket stays yours until it is accepted.`,
  withdraw: 'Withdraw Offer',
  withdrawn: 'The offer was withdrawn. Its link is no longer valid.',
  newCode: 'New Code',
  newCodeQuestion: 'Do you want a new code for this ticket?',
  newCodeDetails:
    'The current code stops working everywhere, including on paper and in emails. Do this if someone else has seen it.',
  replaced: 'The ticket has a new code. Please use this one only.',
}
