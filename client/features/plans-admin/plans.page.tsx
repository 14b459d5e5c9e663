import { Badge, Text } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import { listAdminPlans } from '#contract/seating-plans.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { DeskList } from '#client/desk/desk-list.tsx'
import { RowCard } from '#client/ui/cards/row-card.tsx'
import { plansQuery } from './plans-admin.queries.ts'
import { texts } from './plans-admin.texts.ts'

/** Lists the seating plans at the desk. */
export function PlansPage() {
  const { query, refineBy, goToPage } = useUrlQuery(listAdminPlans.query)
  return (
    <DeskList
      title={pages.seatingPlans.title}
      csv={{ list: 'seating-plans', filters: query }}
      creation={{ to: pages.uploadPlan.href(), title: pages.uploadPlan.title }}
      search={{ label: texts.search, text: query.name }}
      onSearch={(name) => refineBy({ locationId: query.locationId, name })}
      list={useQuery(plansQuery(query))}
      pageIndex={query.pageIndex}
      onGo={goToPage}
      empty={texts.none}
    >
      {(plan) => (
        <RowCard
          to={pages.editPlan.href(plan)}
          title={plan.name}
          end={plan.retiredAt && <Badge color="gray">{texts.retired}</Badge>}
        >
          <Text size="sm">{plan.locationName ?? texts.noLocation}</Text>
          <Text size="sm" c="dimmed">
            {texts.placesAndUse(plan)}
          </Text>
        </RowCard>
      )}
    </DeskList>
  )
}
