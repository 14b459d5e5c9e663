// Jobs with a lower priority run first; that of most is 0. Mails about invoices have the number of those of their
// account in the hour before, at most ten (`enqueueInvoiceMails`). So have those about the account and its offers of
// tickets. Mails that anybody can cause without a confirmed address have the number of those of their client network,
// and those about accounts without an invoice the number of all such mails. So an account or network that causes many
// delays its own. Mails to everybody of a show come after the first of each of these.

/** More than the reset links that a network can ask for at once. */
const AFTER_RESET_LINKS = 100

/** Mails of one kind that an account causes in about an hour before further ones come after reset links of others. */
const FIRST_MAILS = 10

/**
 * Returns the priority of a mail about an account or an offer of a ticket. `recent`: how many of this kind the account
 * has caused recently.
 */
export const priorityOfFurther = (recent: number): number =>
  recent < FIRST_MAILS ? recent : AFTER_RESET_LINKS + recent

/**
 * Returns the priority of a mail about an account without an invoice. `recent`: how many such mails all these accounts
 * have caused recently.
 */
export const priorityOfFreeAccount = (recent: number): number => 2 * AFTER_RESET_LINKS + recent

/** Returns the priority of a reset link. `recent`: how many the client network has asked for recently. */
export const priorityOfResetLink = (recent: number): number => recent

/**
 * The priority of mails to everybody of a show: behind the first fifty about registrations of each client network, so
 * that thousands delay no order, reset link or code, and before those about accounts without an invoice.
 */
export const PRIORITY_OF_MAILS_TO_MANY = AFTER_RESET_LINKS + 50

/** The priority of reminders: behind changes and cancellations of other shows. */
export const PRIORITY_OF_REMINDERS = PRIORITY_OF_MAILS_TO_MANY + 10

/**
 * Returns the priority of a mail that follows a registration, or repeats one. `recent`: how many the client network has
 * caused recently.
 */
export const priorityOfConfirmation = (recent: number): number => AFTER_RESET_LINKS + recent
