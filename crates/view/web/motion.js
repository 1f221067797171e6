// Playing: one motion of the body and one of the face at the same time.
import * as THREE from "three";

// A face moves shape keys only.
export const isFace = (clip) => clip.tracks.length > 0 && clip.tracks.every((t) => t.name.endsWith("morphTargetInfluences"));

export class Motion {
  constructor(root, clips) {
    this.clips = clips;
    this.mixer = root && clips.length ? new THREE.AnimationMixer(root) : null;
    this.speed = 1;
    this.actions = [];
    this.playing = false;
  }

  // The one the clock shows: the body's, else the face's.
  get clip() { return this.actions[0]?.getClip() ?? null; }
  get time() { return this.actions[0]?.time ?? 0; }
  get duration() { return this.clip?.duration ?? 0; }
  plays(clip) { return this.actions.some((a) => a.getClip() === clip); }

  // What plays once this one is chosen: it takes the place of its kind, chosen again it ends.
  choose(index) {
    const wanted = this.clips[index], now = this.actions.map((a) => a.getClip());
    if (!wanted) return [];
    if (now.includes(wanted) && now.length > 1) return now.filter((c) => c !== wanted);
    return [wanted, ...now.filter((c) => isFace(c) !== isFace(wanted))].sort((a, b) => isFace(a) - isFace(b));
  }

  start(clips, from = 0) {
    this.stop();
    this.actions = clips.map((c) => this.mixer.clipAction(c).play());
    this.seek(from);
    this.playing = clips.some((c) => c.duration > 0);
  }

  stop() {
    this.mixer?.stopAllAction();
    this.actions = [];
    this.playing = false;
  }

  seek(seconds) {
    if (!this.actions.length) return;
    this.mixer.setTime(0);
    for (const action of this.actions) {
      const end = action.getClip().duration;
      action.time = action === this.actions[0] ? Math.min(Math.max(seconds, 0), end) : end ? seconds % end : 0;
    }
    this.mixer.update(0);
  }

  // Whether anything moved.
  advance(seconds) {
    if (!this.playing || !this.actions.length) return false;
    this.mixer.update(seconds * this.speed);
    return true;
  }
}
