import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getFigures } from '#contract/figures.ts'
import { pages } from '#contract/pages.ts'
import { EVENT_TYPES } from '#domain/shows/event-types.ts'
import { cents, euro } from '#domain/money.ts'
import { counted, numberText } from '#domain/number-text.ts'
import { showTimeText } from '#domain/shows/programme-words.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { Desk } from '#client/desk/desk.tsx'
import { DownloadButton, ExportButton } from '#client/desk/export-button.tsx'
import { FiguresTable } from '#client/desk/figures-table.tsx'
import { eventTypeNames } from '#client/names/event-type-names.ts'
import { Card } from '#client/ui/cards/card.tsx'
import { CardSkeleton } from '#client/ui/cards/card-skeleton.tsx'
import { LoadFailed } from '#client/ui/feedback/load-failed.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { FiguresByDay } from './figures-by-day.tsx'
import { FiguresByName } from './figures-by-name.tsx'
import { downloadPostings, type Figures, figuresQuery, type PeriodChoice } from './figures.queries.ts'
import { texts } from './figures.texts.ts'
import { PeriodForm } from './period-form.tsx'
import { Sums, sumsOfMoney, sumsOfPlaces, sumsOfTickets } from './sums.tsx'
import classes from './figures.module.css'

/** Shows what was sold, refunded and redeemed in a period, in every way that an organiser asks for. */
export function FiguresPage() {
  const { query, filterBy } = useUrlQuery(getFigures.query)
  const { period, firstDay, lastDay } = query
  const choice = firstDay || lastDay ? { firstDay, lastDay } : { period }
  const { data, isLoadingError, error, refetch } = useQuery(figuresQuery(choice))
  return (
    <Desk>
      <Stack gap="lg" className={classes['page']}>
        <PageHeading title={pages.figures.title} />
        {data ? (
          <>
            <PeriodForm
              key={`${data.firstDay} ${data.lastDay}`}
              choice={choice}
              firstDay={data.firstDay}
              lastDay={data.lastDay}
              onChoose={filterBy}
            />
            <Found figures={data} />
            <Downloads choice={choice} month={data.lastDay.slice(0, MONTH_LENGTH)} />
          </>
        ) : isLoadingError ? (
          <LoadFailed text={error?.message ?? ''} onRetry={refetch} />
        ) : (
          <CardSkeleton height="17rem" lines={6} />
        )}
      </Stack>
    </Desk>
  )
}

const MONTH_LENGTH = 'yyyy-mm'.length

function Downloads({ choice, month }: { readonly choice: PeriodChoice; readonly month: string }) {
  return (
    <Card as="section" className={classes['downloads'] ?? ''}>
      <Title order={2} size="h3" mb="sm">
        {texts.downloads}
      </Title>
      <Group gap="sm">
        <ExportButton list="figures" filters={choice} label={texts.figuresCsv} />
        <ExportButton list="invoices" filters={choice} label={texts.invoicesCsv} />
        <ExportButton list="invoice-lines" filters={choice} label={texts.linesCsv} />
        <ExportButton list="accounting" filters={choice} label={texts.accountingCsv} />
        <ExportButton list="products" label={texts.productsCsv} />
        <DownloadButton
          label={texts.datev(month)}
          fileName={`EXTF_Buchungsstapel_${month}.csv`}
          download={(progress) => downloadPostings(month, progress)}
        />
      </Group>
    </Card>
  )
}

function Found({ figures }: { readonly figures: Figures }) {
  const { firstDay, lastDay, total, days, coming } = figures
  const merchandise = figures.types.find(({ type }) => type === null)?.turnover ?? cents(0)
  return (
    <>
      <Card as="section">
        <Title order={2} size="h3" mb="sm">
          {texts.days(firstDay, lastDay)}
        </Title>
        <Sums
          label={texts.total}
          sums={[
            ...sumsOfMoney(total),
            [texts.merchandise, euro(merchandise)],
            ...sumsOfTickets(total),
            [texts.pointsSpent, numberText(total.pointsSpent)],
          ]}
        />
        <Text size="sm" c="dimmed" mt="md">
          {texts.explanation}
        </Text>
      </Card>
      <Card as="section">
        <Title order={2} size="h3" mb="sm">
          {texts.coming}
        </Title>
        <Sums
          label={texts.coming}
          sums={[[texts.coming, counted(coming.shows, 'show', 'shows')], ...sumsOfPlaces(coming)]}
        />
      </Card>
      <FiguresByDay days={days} />
      <ByTypeAndLocation figures={figures} />
      <Products products={figures.products} />
    </>
  )
}

function ByTypeAndLocation({ figures: { types, locations, shows, total } }: { readonly figures: Figures }) {
  const placeOf = (type: Figures['types'][number]['type']) => (type ? EVENT_TYPES.indexOf(type) : EVENT_TYPES.length)
  return (
    <>
      <FiguresByName
        label={texts.byType}
        nameOf={texts.type}
        rows={types
          .toSorted((one, other) => placeOf(one.type) - placeOf(other.type))
          .map(({ type, ...sums }) => ({ ...sums, name: type ? eventTypeNames[type] : texts.merchandise }))}
        total={total}
      />
      <FiguresByName
        label={texts.byLocation}
        nameOf={texts.location}
        rows={locations.map(({ location, ...sums }) => ({
          ...sums,
          name: location ? `${location.name} ${location.id}` : texts.merchandise,
          ...(location && { link: <TextLink to={pages.editLocation.href(location)}>{location.name}</TextLink> }),
        }))}
        total={total}
      />
      <FiguresByName
        label={texts.byShow}
        nameOf={texts.showName}
        rows={shows.map(({ show, ...sums }) => ({
          ...sums,
          name: String(show.id),
          link: (
            <>
              <TextLink to={pages.showFigures.href(show)}>{showNameOf(show)}</TextLink>
              <br />
              {showTimeText(show.startTime, show.timeZone)}
            </>
          ),
        }))}
      />
    </>
  )
}

function Products({ products }: Pick<Figures, 'products'>) {
  if (products.length === 0) return null
  const most = Math.max(1, ...products.map(({ turnover }) => turnover))
  return (
    <Card as="section">
      <Title order={2} size="h3" mb="sm">
        {texts.byProduct}
      </Title>
      <FiguresTable
        label={texts.byProduct}
        head={[texts.product, texts.pieces, texts.turnover, texts.net, texts.spent]}
        rows={products.map(({ product, quantity, turnover, net, pointsSpent }) => [
          String(product.id),
          numberText(quantity),
          euro(turnover),
          euro(net),
          numberText(pointsSpent),
        ])}
        links={products.map(({ product }) => (
          <TextLink key={product.id} to={pages.product.href(product)}>
            {product.name}
          </TextLink>
        ))}
        shares={products.map(({ turnover }) => Math.max(0, turnover) / most)}
      />
    </Card>
  )
}
