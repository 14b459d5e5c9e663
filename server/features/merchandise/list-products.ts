import type { Paged } from '#contract/fields.ts'
import type { MerchandiseProduct, MerchandiseSearch } from '#contract/merchandise.ts'
import type { Db } from '#server/db/connection.ts'
import { selectProducts, type Viewer } from './merchandise.sql.ts'

/** The products that this viewer may see and all given filters match. */
export function listProducts(db: Db, viewer: Viewer, search: MerchandiseSearch): Promise<Paged<MerchandiseProduct>> {
  return selectProducts(db, viewer, search)
}
