// Jobs with a lower priority run first; that of most is 0. Mails about invoices have the number of those of their
// account in the hour before, at most ten (`enqueueInvoiceMails`). Mails that anybody can cause without a confirmed
// address have the number of those of their client network. So an account or network that causes many delays its own.

/** More than the reset links that a network can ask for at once. */
const AFTER_RESET_LINKS = 100

/** Returns the priority of a reset link. `recent`: how many the client network has asked for of late. */
export const priorityOfResetLink = (recent: number): number => recent

/**
 * Returns the priority of a mail that follows a registration, or repeats one. `recent`: how many the client network has
 * caused of late.
 */
export const priorityOfConfirmation = (recent: number): number => AFTER_RESET_LINKS + recent
