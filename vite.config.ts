import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { browserContracts } from './tools/browser-contracts.ts'
import { buildTarget } from './tools/browser-range.ts'
import { persistentLoading } from './tools/persistent-loading.ts'
import { withoutUnusedRouterFeatures } from './tools/router-features.ts'

export default defineConfig({
  plugins: [
    browserContracts(),
    withoutUnusedRouterFeatures(),
    persistentLoading(),
    tailwindcss(),
    reactRouter(),
  ],
  resolve: { alias: [{ find: /^#(.*)$/, replacement: `${import.meta.dirname}/src/$1` }] },
  // Compressing every file once more only to print its size takes seconds.
  build: { target: buildTarget(), assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // One file compresses better than six, and all pages need all of it.
            codeSplitting: {
              groups: [
                {
                  name: 'vendor',
                  priority: 3,
                  test: /node_modules\/(react|react-dom|scheduler|react-router)\//,
                },
                {
                  // What every page has around it. Named one by one: what a few pages need stays with them.
                  name: 'shell',
                  priority: 2,
                  test: /src\/(kernel\/(format|minor-digits|texts|locale|money|continue-address|parsed-url)\.|contract\/(call|enumerations)\.|apps\/web\/(parts\/(?!order-clock|list-advertisement|get-there|footer|late-parts|offline-links|use-current-in-sight)|(?!learn-visitor)[a-z-]+\.ts$)|design\/(texts|late|load-anew|data\/(needs-document|order-signal|page-data|server-calls|visitor)|parts\/(button|icon|link-button|local-link|mark|page-title)\.))/,
                },
                {
                  // Home, lists, shows and events all show cards.
                  name: 'cards',
                  priority: 1,
                  test: /src\/modules\/(catalogue\/contract\.|events\/web\/(card-item|texts|parts\/(show-card|section|poster|price))\.)/,
                },
                {
                  name: 'advertisement',
                  priority: 1,
                  test: /src\/modules\/presentation\/(contract|web\/parts\/late-ad-slot)\./,
                },
                {
                  // A list of shows, all but the form of its filters.
                  name: 'listing',
                  test: /src\/(modules\/events\/web\/lists\/(infinite-list|list-(address|filters|page)|filter-days|texts)\.|apps\/web\/parts\/list-advertisement\.)/,
                },
                {
                  // The calls of an order and its payment, so that who needs one of them gets no page along.
                  name: 'calls',
                  priority: 1,
                  test: /src\/modules\/(orders|payments|wallet)\/(?!wallet-pay)([a-z]+-)*contract\.ts/,
                },
                {
                  // What is in sight while an order is open.
                  name: 'paying',
                  test: /src\/modules\/orders\/web\/(pages\/checkout|parts\/(buyer-form|hold-clock|open-checkout|order-card|order-summary|payment-methods|release-order)|asking-context|buyer-draft|checkout-data|icons|pay-choice|payment-method-labels|texts|use-(fresh-prices|method|pay))\.tsx?$/,
                },
                {
                  // Fields and calls of every form: one file compresses better than twenty.
                  name: 'forms',
                  priority: 1,
                  test: /src\/(contract\/(client|errors|step-up-header)\.|design\/(data\/(browser-calls|time-left)|forms\/after-press|parts\/(card|checkbox|control-icons|field-frame|fold-out|notice|select|skeleton|text-field))\.)/,
                },
              ],
            },
          },
        },
      },
    },
  },
  publicDir: 'src/apps/web/public',
})
