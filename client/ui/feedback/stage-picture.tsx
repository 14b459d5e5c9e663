import classes from './stage-picture.module.css'

/** Draws a small stage, empty or with its curtain down. */
export function Stage({ isClosed = false }: { readonly isClosed?: boolean }) {
  return (
    <svg viewBox="0 0 64 48" width="80" height="60" aria-hidden className={classes['stage']}>
      {isClosed ? (
        <path d="M4 3h56v4H4zM4 8h8l-1 35H4zM13 8h9l-1 35h-9zM23 8h8v35h-9zM33 8h8l1 35h-9zM42 8h9l1 35h-9zM52 8h8v35h-7z" />
      ) : (
        <>
          <path d="M4 4h56v4c-6 0-6 6-12 6S42 8 36 8h-8c-6 0-6 6-12 6S10 8 4 8z" />
          <path d="M4 8c8 8 8 22 2 36H4zM60 8c-8 8-8 22-2 36h2z" />
        </>
      )}
      <path d="M2 44h60v2H2z" />
    </svg>
  )
}
