import { useLocation } from '@tanstack/react-router'

/** Returns the address of the current page with its query, for the way back after a login. */
export function useCurrentAddress(): string {
  return useLocation({ select: ({ href }) => href })
}
