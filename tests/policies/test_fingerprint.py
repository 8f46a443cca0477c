"""A digest of weights: the same for the same, another for whatever answers differently."""

import torch

from ponder.policies.fingerprint import weights_digest
from ponder.policies.local import load, new_embedded


def test_weights_that_are_saved_and_loaded_are_the_same(tmp_path):
    policy = new_embedded(seed=1)
    policy.save(tmp_path)
    digest = weights_digest(policy.model)
    assert weights_digest(load(str(tmp_path), device="cpu").model) == digest
    assert len(digest) == 16


def test_any_change_is_another_policy():
    model = new_embedded(seed=1).model
    digests = {weights_digest(model), weights_digest(new_embedded(seed=2).model)}
    with torch.no_grad():
        last = list(model.parameters())[-1]
        last.view(-1)[-1] += 1e-6
    digests.add(weights_digest(model))
    digests.add(weights_digest(model.to(torch.bfloat16)))
    assert len(digests) == 4
