import { expect, test } from 'vitest';
import { isPrivateAddress } from '../../../../../src/agent/tools/web/privateAddress.ts';

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001:db8::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:7f00:1::',
  'not an address',
  '1.2.3',
])('%s is private', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '172.32.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
])('%s is public', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});
