import { expect, test } from 'vitest';
import { placesOf } from '../../../../src/agent/host/node/places.ts';

test.each([
  ['linux', 'linux', {}, ['/home/me/.config/vak', '/home/me/.local/share/vak', '/home/me/.cache/vak']],
  [
    'linux with XDG',
    'linux',
    { XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d', XDG_CACHE_HOME: '/e' },
    ['/c/vak', '/d/vak', '/e/vak'],
  ],
  [
    'an empty variable',
    'linux',
    { XDG_CONFIG_HOME: '' },
    ['/home/me/.config/vak', '/home/me/.local/share/vak', '/home/me/.cache/vak'],
  ],
  [
    'macOS',
    'darwin',
    {},
    ['/home/me/.config/vak', '/home/me/Library/Application Support/vak', '/home/me/.cache/vak'],
  ],
] as const)('finds the places on %s', (_name, platform, variables, expected) => {
  const places = placesOf(platform, '/home/me', variables);
  expect([places.configHome, places.dataHome, places.cacheHome]).toEqual(expected);
});

test('finds the places on Windows', () => {
  expect(placesOf('win32', 'C:\\Users\\me', { APPDATA: 'C:\\A', LOCALAPPDATA: 'C:\\L' })).toEqual({
    configHome: 'C:\\A\\vak',
    dataHome: 'C:\\L\\vak',
    cacheHome: 'C:\\L\\cache\\vak',
  });
});
