import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { browserContracts } from './tools/browser-contracts.ts'
import { withoutUnusedRouterFeatures } from './tools/router-features.ts'

export default defineConfig({
  plugins: [browserContracts(), withoutUnusedRouterFeatures(), tailwindcss(), reactRouter()],
  resolve: { alias: [{ find: /^#(.*)$/, replacement: `${import.meta.dirname}/src/$1` }] },
  build: { assetsInlineLimit: 0 },
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
                  test: /node_modules\/(react|react-dom|scheduler|react-router)\//,
                },
                {
                  // Home, lists, shows and events all show cards.
                  name: 'cards',
                  test: /src\/(modules\/events\/web\/(card-item|texts|parts\/(show-card|section|poster|price))\.)/,
                },
                {
                  name: 'shell',
                  test: /src\/(kernel\/|contract\/(?!client|errors)|apps\/web\/(parts\/(?!order-clock)|(?!learn-visitor)[a-z-]+\.ts$)|design\/(texts|data\/(order-signal|page-data|server-calls|visitor)|parts\/(button|icon|link-button|local-link|mark|page-title)\.))/,
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
