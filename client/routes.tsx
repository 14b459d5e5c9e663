import {
  type AnyRoute,
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import type { PageSearch } from '#contract/page-search.ts'
import { type AddressOf, type PageKey, pageKeys, pages, type SearchTab, searchTabs } from '#contract/pages.ts'
import { basePath } from './address/base-path.ts'
import { admit } from './address/guard.ts'
import { parseSearchText, writeSearchText } from './address/search-text.ts'
import { pageModules } from './page-modules.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { lazyPart } from './shell/lazy-part.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { PendingPage } from './shell/pending-page.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Shell })

// The search page is the frame of its tabs. Its own address redirects to the first tab.
const searchFrame = createRoute({
  getParentRoute: () => root,
  id: 'search-frame',
  component: lazyPart(pageModules.search),
})
const search = createRoute({
  getParentRoute: () => root,
  path: pages.search.href(),
  beforeLoad: () => {
    throw redirect({ to: pages.searchEvents.href(), replace: true })
  },
})

type OtherPage = Exclude<PageKey, SearchTab | 'search'>
const otherPages = pageKeys.filter((key): key is OtherPage => key !== 'search' && !('tab' in pages[key]))

const routeTree = root.addChildren({
  search,
  searchFrame: searchFrame.addChildren(routesBelow(searchFrame, searchTabs)),
  ...routesBelow(root, otherPages),
})

/** A static demo has one HTML file, so its page addresses stand behind the `#`. */
const isStatic = import.meta.env.RESPONSE_CACHE && 'isStatic' in document.documentElement.dataset

/** Creates the router of the shop's pages below its base path. The state of every list is in the address. */
export const createShopRouter = () =>
  createRouter({
    routeTree,
    ...(isStatic ? { history: createHashHistory() } : { basepath: basePath }),
    parseSearch: parseSearchText,
    stringifySearch: writeSearchText,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 250,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createShopRouter>
  }
}

function routesBelow<Parent extends AnyRoute, Key extends PageKey>(parent: Parent, keys: readonly Key[]) {
  type Routes = { [Each in Key]: ReturnType<typeof routeBelow<Parent, Each>> }
  return Object.fromEntries(keys.map((key) => [key, routeBelow(parent, key)])) as Routes
}

/** Creates the route of a page. Its path has the type of the page's address, so links accept the result of `href`. */
function routeBelow<Parent extends AnyRoute, Key extends PageKey>(parent: Parent, key: Key) {
  const { path, access } = pages[key]
  return createRoute({
    getParentRoute: () => parent,
    path: path.replace(':id', '$id') as AddressOf<Key>,
    validateSearch: keepSearch<Key>,
    beforeLoad: admit(access),
    component: lazyPart(pageModules[key]),
  })
}

/**
 * Types the query of a page for links. Reading yields unknown values until the page parses them with the contract's
 * schema, which loads with the page's code.
 */
function keepSearch<Key extends PageKey>(
  search: PageSearch<Key> & SearchSchemaInput,
): { readonly [Name in keyof PageSearch<Key>]?: unknown } {
  return search
}
