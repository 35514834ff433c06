import path from 'node:path';

/** Config home, data home and cache of a person on a system (requirement N2). A set but empty variable counts as unset. */
export function placesOf(
  platform: 'linux' | 'darwin' | 'win32',
  home: string,
  variables: Readonly<Record<string, string>>,
): { configHome: string; dataHome: string; cacheHome: string } {
  const join = platform === 'win32' ? path.win32.join : path.posix.join;
  const place = (variable: string, otherwise: string) => join(variables[variable] || otherwise, 'vak');
  const local = variables['LOCALAPPDATA'] || join(home, 'AppData', 'Local');
  const roaming = variables['APPDATA'] || join(home, 'AppData', 'Roaming');
  const data = {
    linux: join(home, '.local', 'share'),
    darwin: join(home, 'Library', 'Application Support'),
    win32: local,
  };
  return {
    configHome: place('XDG_CONFIG_HOME', platform === 'win32' ? roaming : join(home, '.config')),
    dataHome: place('XDG_DATA_HOME', data[platform]),
    cacheHome: place('XDG_CACHE_HOME', platform === 'win32' ? join(local, 'cache') : join(home, '.cache')),
  };
}
