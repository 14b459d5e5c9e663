// Mails that anybody can cause without a confirmed address are sent after all other jobs, whose priority is 0. Those
// with a lower priority are sent first, so a client network that causes many delays its own alone. Mails about the
// invoices of an account have as many as it had in the last hour before, at most ten (`enqueueInvoiceMails`).

/** More than the reset links that a network can ask for at once. */
const AFTER_RESET_LINKS = 100

/** Returns the priority of a reset link. `recent`: how many the client network has asked for of late. */
export const priorityOfResetLink = (recent: number): number => recent

/**
 * Returns the priority of a mail that follows a registration, or repeats one. `recent`: how many the client network has
 * caused of late.
 */
export const priorityOfConfirmation = (recent: number): number => AFTER_RESET_LINKS + recent
