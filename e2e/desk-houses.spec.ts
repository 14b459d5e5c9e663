import { expect, type Page, test } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { withOwnShop } from './own-shop.ts'
import { FULL } from './proving.ts'
import { logIn, shopUrl } from './shop.ts'
import { ADMIN } from './started-shop.ts'

withOwnShop({ DEMO: '0' })

const WRONG = 'sector,row,seat,x,y\nStalls,A,1,0,0\nStalls,A,two,1,0\nStalls,A,three,2,0\n'
const RIGHT = WRONG.replace('two', '2').replace('three', '3')

/** Chooses a text as the plan file. */
async function choosePlan(page: Page, text: string): Promise<void> {
  const buffer = Buffer.from(text)
  await page.getByLabel('Plan file').setInputFiles({ name: 'small-house.csv', mimeType: 'text/csv', buffer })
}

test(
  'leads through the first steps of a new shop: location, seating plan and artist',
  { tag: FULL },
  async ({ page }) => {
    await page.goto(shopUrl('admin'))
    await logIn(page, ADMIN)
    const steps = page.getByRole('region', { name: 'First steps' })
    await expect(steps.getByRole('listitem')).toHaveCount(6)
    await expectNoViolations(page, 'the first steps')
    await steps.getByRole('link', { name: 'Create a location' }).click()

    const location = page.getByRole('form', { name: 'Create Location' })
    await location.getByRole('button', { name: 'Create Location' }).click()
    await expect(page.getByText('Location not created - please check your inputs.')).toBeVisible()
    const fields = { Name: 'Small House', Address: 'Gasse 1', 'Postal code': '1070', City: 'Wien', Country: 'Austria' }
    for (const [label, value] of Object.entries(fields)) await location.getByLabel(label, { exact: false }).fill(value)
    await location.getByLabel('Time zone').fill('Europe/Vienna')
    await location.getByRole('button', { name: 'Create Location' }).click()
    await expect(page.getByRole('list', { name: 'Locations' }).getByRole('link', { name: 'Small House' })).toBeVisible()

    const navigation = page.getByRole('navigation', { name: 'Desk' })
    await navigation.getByRole('link', { name: 'Seating plans' }).click()
    await expect(page.getByText('No seating plans yet.')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Upload Seating Plan' }).click()
    await choosePlan(page, WRONG)
    await expect(
      page.getByText("line 3: 'two' holds no number, and a seat is called by one. Likewise in line 4."),
    ).toBeVisible()
    await choosePlan(page, RIGHT)
    const plan = page.getByRole('region', { name: 'The plan in this file' })
    await expect(plan.getByRole('row', { name: 'Stalls 1 3 100 %' })).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('small-house')
    await page.getByLabel('Location').selectOption('Small House, Wien')
    await page.getByRole('button', { name: 'Save Seating Plan' }).click()
    await expect(page.getByRole('list', { name: 'Seating Plans' }).getByText('3 seats · No shows')).toBeVisible()

    await navigation.getByRole('link', { name: 'Artists' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Create Artist' }).click()
    await page.getByLabel('Stage name').fill('The Zanders')
    await page.getByRole('button', { name: 'Create Artist' }).click()
    await expect(page.getByRole('list', { name: 'Artists' }).getByRole('link', { name: 'The Zanders' })).toBeVisible()

    await navigation.getByRole('link', { name: 'Overview' }).click()
    await expect(steps.getByRole('listitem').filter({ hasText: 'Done: ' })).toHaveCount(3)
    await expect(steps.locator('[aria-current=step]')).toHaveText('Create an event')

    await navigation.getByRole('link', { name: 'Locations' }).click()
    await page.getByRole('link', { name: 'Small House' }).click()
    await expect(page.getByRole('region', { name: 'In use' }).getByRole('link', { name: 'small-house' })).toBeVisible()
    const gates = page.getByRole('region', { name: 'Gates' })
    await gates.getByRole('button', { name: 'Add a Gate' }).click()
    await gates.getByLabel('Name of the gate').fill('North')
    await gates.getByRole('checkbox', { name: 'Stalls' }).check()
    await expectNoViolations(page, 'a location with gates')
    await gates.getByRole('button', { name: 'Add a Gate' }).click()
    await expect(gates.getByText('small-house: Stalls')).toBeVisible()
    await page.getByRole('link', { name: 'Log of changes' }).click()
    const added = page.getByRole('main').getByRole('article').filter({ hasText: 'North: Stalls' })
    await added.getByRole('link', { name: 'Small House' }).click()
    await expect(page.getByRole('form', { name: 'Edit Location' })).toBeVisible()
  },
)
