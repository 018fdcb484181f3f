import { Button } from '#design/parts/button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Section } from '#design/parts/section.tsx'
import { useLocale } from '#design/texts.tsx'
import { Controls } from './controls.tsx'
import { Forms } from './forms.tsx'
import { Overlays } from './overlays.tsx'
import { Surfaces } from './surfaces.tsx'
import { Travel } from './travel.tsx'
import { galleryWords } from './words.ts'
import './gallery.css'

/** Every component in every state, in the page's language and theme. */
export function Gallery() {
  const words = galleryWords(useLocale())
  return (
    <main className="gallery">
      <PageTitle>{words.title}</PageTitle>
      <div className="gallery-row">
        {(['light', 'dark'] as const).map((theme) => (
          <Button
            key={theme}
            look="quiet"
            onClick={() => (document.documentElement.dataset['theme'] = theme)}
          >
            {theme}
          </Button>
        ))}
      </div>
      <Section title="Controls">
        <Controls words={words} />
      </Section>
      <Section title="Travel">
        <Travel words={words} />
      </Section>
      <Section title="Surfaces">
        <Surfaces words={words} />
      </Section>
      <Section title="Form">
        <Forms words={words} />
      </Section>
      <Section title="Above the page">
        <Overlays words={words} />
      </Section>
    </main>
  )
}
