import { describe, expect, test } from 'vitest'
import { playerAddress, videoOf } from '../video-address.ts'

/* Goal: video addresses as people copy them are recognised, and no other address is embedded in our pages. */
describe('the address of a video', () => {
  test.each([
    ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', 'youtube', 'aqz-KE-bpKQ'],
    ['https://youtube.com/watch?list=PL1&v=aqz-KE-bpKQ&t=42s', 'youtube', 'aqz-KE-bpKQ'],
    ['https://youtu.be/aqz-KE-bpKQ?si=x', 'youtube', 'aqz-KE-bpKQ'],
    [' https://m.youtube.com/shorts/aqz-KE-bpKQ ', 'youtube', 'aqz-KE-bpKQ'],
    ['https://vimeo.com/1084537', 'vimeo', '1084537'],
  ])('%s plays', (address, host, id) => {
    expect(videoOf(address)).toEqual({ host, id })
  })

  test.each([
    '',
    'trailer',
    'http://www.youtube.com/watch?v=aqz-KE-bpKQ',
    'https://www.youtube.com.example/watch?v=aqz-KE-bpKQ',
    'https://www.youtube.com/watch?v=aqz-KE-bpK"><script>',
    'https://www.youtube.com/',
    'https://vimeo.com/channels/staffpicks',
    'javascript:alert(1)',
  ])('%s does not', (address) => {
    expect(videoOf(address)).toBeNull()
  })

  test('a player asks for no cookies before it plays', () => {
    expect(playerAddress({ host: 'youtube', id: 'aqz-KE-bpKQ' }, 'ka')).toBe(
      'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0&hl=ka',
    )
    expect(playerAddress({ host: 'vimeo', id: '1084537' }, 'en')).toContain('dnt=1')
  })
})
