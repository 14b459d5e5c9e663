import { Navigate, useLocation, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { redirectTarget } from '#client/address/redirect-target.ts'
import { useSession } from '#client/session.ts'

/**
 * What only a visitor has use for. Who is logged in goes on to where they wanted, else home, unless they were led here
 * because that takes another role than theirs.
 */
export function ForVisitors({ children }: { readonly children: ReactNode }) {
  const { isLoggedIn, role } = useSession()
  const { redirect } = useSearch({ strict: false })
  const refusedRole = useLocation({ select: ({ state }) => state.refusedRole })
  return isLoggedIn && role !== refusedRole ? <Navigate {...redirectTarget(redirect)} replace /> : children
}
