const { promise, resolve } = Promise.withResolvers<boolean>()

/** Resolves once dialogs can be rendered, to false if their code failed to load. */
export const canRenderDialogs = promise

/** Signals that dialogs can be rendered. Earlier questions wait for it. */
export function dialogsLoaded(): void {
  resolve(true)
}

/** Signals that the code of dialogs failed to load. */
export function dialogsFailed(): void {
  resolve(false)
}
