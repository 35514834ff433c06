import './styles/view.css';
import { invariant } from '../base/errors.ts';
import { windowPort } from '../protocol/portTransport.ts';
import { startChat } from './startChat.tsx';
import { windowFrames } from './store/frameQueue.ts';

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

const root = document.getElementById('root');
invariant(root, 'the page has no element #root');
const api = acquireVsCodeApi();
startChat(
  root,
  windowPort(window, (message) => api.postMessage(message)),
  windowFrames,
);
